import type { Finding, Severity, ValidationReport } from '@medstream/schema';

/** One rule of the validator, for the table of rules inside the log. */
export interface RuleFacts {
  code: string;
  severity: Severity;
  title: string;
}

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Severity, string>;

/**
 * The report as a SARIF 2.1.0 log (OASIS, sections 3.13 to 3.28): one run, the rules that spoke, one result a finding.
 * A record is a logical location: items may stretch over several lines, so that a record number is not a line number.
 */
export function renderSarif(report: ValidationReport, tool: { version: string; rules: readonly RuleFacts[] }): Record<string, unknown> {
  const codes = [...new Set(report.findings.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'medstream-data', semanticVersion: tool.version, rules: codes.map((code) => describeRule(code, tool.rules)) } },
        artifacts: report.files.map((file) => ({ location: { uri: toUri(file) } })),
        results: report.findings.map((finding) => ({
          ruleId: finding.code,
          ruleIndex: codes.indexOf(finding.code),
          level: LEVELS[finding.severity],
          message: { text: finding.message },
          ...describeLocations(finding, report.files),
        })),
      },
    ],
  };
}

function describeRule(code: string, rules: readonly RuleFacts[]): Record<string, unknown> {
  const rule = rules.find((candidate) => candidate.code === code);
  if (rule === undefined) return { id: code };
  return { id: code, shortDescription: { text: rule.title }, defaultConfiguration: { level: LEVELS[rule.severity] } };
}

function describeLocations({ file, record, sample_id, path }: Finding, files: readonly string[]): Record<string, unknown> {
  if (file === null) return {};
  const parts = [record === null ? null : `record ${record}`, sample_id, path === '' ? null : path].filter((part) => part !== null);
  const index = files.indexOf(file);
  return {
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: toUri(file), ...(index < 0 ? {} : { index }) } },
        ...(parts.length === 0 ? {} : { logicalLocations: [{ name: sample_id ?? `record ${record}`, fullyQualifiedName: parts.join(' / '), kind: 'object' }] }),
      },
    ],
  };
}

/** A file name as a URI reference (RFC 3986): a relative one stays relative. */
function toUri(file: string): string {
  const encoded = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return file.startsWith('/') ? `file://${encoded}` : encoded;
}
