"""Measured by bench-construct.mjs: only reads the label files that construct-videos.mjs parses and constructs from."""

import glob
import json
import resource
import sys

import pandas

rows = 0
for pattern in ("phase_annotations/*.txt", "tool_annotations/*.txt"):
    for path in sorted(glob.glob(f"{sys.argv[1]}/{pattern}")):
        rows += len(pandas.read_csv(path, sep="\t"))
usage = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"rows": rows, "pandas": pandas.__version__}))
print("usage " + json.dumps({"peakMb": round(usage.ru_maxrss / 1024), "cpuSeconds": round(usage.ru_utime + usage.ru_stime, 1)}), file=sys.stderr)
