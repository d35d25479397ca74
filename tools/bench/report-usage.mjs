// Loaded into a measured process: writes its peak memory and processor time, all threads together, on standard error when it ends.
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    process.stderr.write(`usage ${JSON.stringify({ peakMb: Math.round(maxRSS / 1024), cpuSeconds: Number(((userCPUTime + systemCPUTime) / 1e6).toFixed(1)) })}\n`);
  });
