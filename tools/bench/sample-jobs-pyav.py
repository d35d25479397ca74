"""python3 sample-jobs-pyav.py CLIP JOBS.json: serves each job by itself, as usual harnesses do.

Open the file, seek to the key frame before the window, decode up to its end, keep the picture on display at each target
as an rgb24 array. PyAV may use all cores. Nothing is encoded or stored.
"""
import gc
import json
import sys

import av

clip, jobs_file = sys.argv[1:]
with open(jobs_file, encoding="utf-8") as file:
    jobs = json.load(file)

count = 0
for job in jobs:
    targets = [target / 1e6 for target in job["targetsMicros"]]
    with av.open(clip) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        container.seek(int(targets[0] / stream.time_base), stream=stream, backward=True)
        shown = None
        position = 0
        for frame in container.decode(stream):
            while position < len(targets) and shown is not None and frame.time > targets[position] + 1e-6:
                shown.to_ndarray(format="rgb24")
                count += 1
                position += 1
            if position == len(targets):
                break
            shown = frame
        count += len(targets) - position
    # closed containers wait for the collector with their pictures
    stream = frame = shown = None
    gc.collect()
print(json.dumps({"frames": count}))
