/** The page's only style sheet: system fonts, light and dark, narrow screens, paper. Text contrast is at least 4.5:1. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2530;--soft:#55616e;--line:#d5dbe1;--page:#fbfaf8;--card:#fff;--tint:#f1f4f6;--accent:#0b5a6b;--warn:#8a4b00;--warnpage:#fff5e4}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaee;--soft:#a5b0bb;--line:#36414c;--page:#12171c;--card:#191f26;--tint:#202830;--accent:#7cc7d6;--warn:#ffc272;--warnpage:#33270f}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:82rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
header{border-bottom:2px solid var(--accent);padding-bottom:1rem;margin-bottom:1.5rem}
h1{text-wrap:balance;font:600 1.9rem/1.2 Georgia,"Times New Roman",serif;margin:0 0 .35rem;overflow-wrap:anywhere}
h2{font:600 1.25rem/1.3 Georgia,"Times New Roman",serif;margin:2.6rem 0 .6rem}
p{max-width:46rem;margin:.5rem 0}
.soft,.fine,caption{color:var(--soft)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem;margin:1rem 0}
.tile{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.7rem .9rem}
.tile b{display:block;font-weight:600;font-size:.8rem;color:var(--soft)}
.tile .value{font-size:1.5rem}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.92rem}
caption{text-align:left;padding:.6rem .8rem .2rem;font-size:.85rem}
th,td{padding:.45rem .6rem;text-align:right;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;font-weight:600;color:var(--soft);font-size:.82rem;vertical-align:bottom}
thead tr:first-child th{color:var(--ink)}
thead th[scope=colgroup]{text-align:center}
th[scope=row],thead tr:first-child th:first-child,td.text{text-align:left;font-weight:500}
th[scope=row]{position:sticky;left:0;background:var(--card);min-width:9.5rem;max-width:18rem;overflow-wrap:anywhere}
th.group,td.group{border-left:1px solid var(--line)}
tr.run th,tr.run .value{font-weight:650}
tr.baseline th,tr.baseline td,tr.baseline th[scope=row]{background:var(--tint);color:var(--soft)}
.value{display:block}.fine{display:block;font-size:.72rem;white-space:nowrap}.none{color:var(--soft);display:block}
.notice{border-left:4px solid var(--warn);background:var(--warnpage);padding:.7rem 1rem;border-radius:0 .4rem .4rem 0;margin:1rem 0}
.notice b{color:var(--warn)}
ul{padding-left:1.2rem;margin:.4rem 0}
code{font:0.85em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.limits{border-top:2px solid var(--line);margin-top:3rem;padding-top:.5rem}
@media (max-width:40rem){main{padding:1.25rem .8rem 3rem}h1{font-size:1.45rem}th,td{padding:.4rem .55rem}th[scope=row]{min-width:7.5rem}}
@media print{:root{--ink:#000;--soft:#444;--line:#bbb;--page:#fff;--card:#fff;--tint:#f3f3f3;--accent:#000;--warn:#000;--warnpage:#fff}body{font-size:10pt}main{max-width:none;padding:0}.scroll{overflow:visible;border:0}th[scope=row]{position:static}table{font-size:8pt}tr,.tile{break-inside:avoid}h2{break-after:avoid}}
`;
