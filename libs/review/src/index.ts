export { createReviewApplier, type ReviewApplier } from './apply-review.js';
export { decodeAnswerText } from './decode-answer-text.js';
export { exportReview, MAX_FORM_BYTES, type ReviewExport, type ReviewOptions, type ReviewPicture, type ReviewPorts } from './export-review.js';
export { MAX_ANSWER_SIGNS, type RaterAnswers, readAnswers } from './read-answers.js';
export { renderReviewReport } from './render-review-report.js';
export { readReviewKey, type ReviewKey } from './review-key.js';
export { judgeAnswers, type ReviewOutcome, type ReviewReport, reviewReportSchema } from './review-outcome.js';
