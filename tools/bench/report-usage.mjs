// Loaded into a measured process: writes its peak memory and processor time on standard error when it ends.
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(`usage ${JSON.stringify({ peakMb: Math.round(maxRSS / 1024), cpuSeconds: Number(((userCPUTime + systemCPUTime) / 1e6).toFixed(1)) })}\n`);
});
