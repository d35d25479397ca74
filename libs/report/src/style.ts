/** The page's only style sheet: system fonts, light and dark, narrow screens, paper. Text contrast is at least 4.5:1. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2530;--soft:#55616e;--line:#d5dbe1;--page:#fbfaf8;--card:#fff;--tint:#f1f4f6;--accent:#0b5a6b;--warn:#8a4b00;--warnpage:#fff5e4;--good:#1a6b3c;--bad:#a3232b;--c1:#0b5a6b;--c2:#d9822b;--c3:#7a5195;--c4:#5a8f29;--c5:#c2477f;--c6:#3b6fb6;--c7:#8a6d3b;--c8:#9aa5af}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaee;--soft:#a5b0bb;--line:#36414c;--page:#12171c;--card:#191f26;--tint:#202830;--accent:#7cc7d6;--warn:#ffc272;--warnpage:#33270f;--good:#6fd39b;--bad:#ff9a9a;--c1:#7cc7d6;--c2:#f0a858;--c3:#b99bd4;--c4:#a3cf76;--c5:#ec8fbb;--c6:#8db4ec;--c7:#cdb182;--c8:#66727e}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:82rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
header{border-bottom:2px solid var(--accent);padding-bottom:1rem;margin-bottom:1.5rem}
h1{text-wrap:balance;font:600 1.9rem/1.2 Georgia,"Times New Roman",serif;margin:0 0 .35rem;overflow-wrap:anywhere}
h2{font:600 1.25rem/1.3 Georgia,"Times New Roman",serif;margin:2.6rem 0 .6rem}
p{max-width:46rem;margin:.5rem 0}
.soft,.fine,caption{color:var(--soft)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(12.5rem,1fr));gap:.75rem;margin:1rem 0}
.tile{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.7rem .9rem}
.tile b{display:block;font-weight:600;font-size:.8rem;color:var(--soft)}
.tile .value{font-size:1.35rem;white-space:nowrap}.tile .fine{white-space:normal}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
table{border-collapse:separate;border-spacing:0;width:100%;font-variant-numeric:tabular-nums;font-size:.92rem}
caption{text-align:left;padding:.6rem .8rem .2rem;font-size:.85rem}
th,td{padding:.45rem .6rem;text-align:right;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;font-weight:600;color:var(--soft);font-size:.82rem;vertical-align:bottom}
thead tr:first-child th{color:var(--ink)}
thead th[scope=colgroup]{text-align:center}
th[scope=row],thead tr:first-child th:first-child,td.text,th.text{text-align:left;font-weight:500}
th[scope=row]{position:sticky;left:0;background:var(--card);min-width:9.5rem;max-width:18rem;overflow-wrap:break-word}
th.group,td.group{border-left:1px solid var(--line)}
tr.run th,tr.run .value{font-weight:650}
td.policy,tr.baseline th,tr.baseline td,tr.baseline th[scope=row]{background:var(--tint);color:var(--soft)}
.value{display:block}.fine{display:block;font-size:.72rem;white-space:nowrap}.none{color:var(--soft);display:block}
.notice{border-left:4px solid var(--warn);background:var(--warnpage);padding:.7rem 1rem;border-radius:0 .4rem .4rem 0;margin:1rem 0}
.notice b{color:var(--warn)}
ul{padding-left:1.2rem;margin:.4rem 0}
code{font:0.85em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
h3{font:600 1rem/1.3 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;margin:1.4rem 0 .4rem}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
figure{margin:1rem 0 1.4rem}figcaption{color:var(--soft);font-size:.88rem;max-width:46rem;margin:.45rem 0}figcaption b{color:var(--ink)}
.plotted{padding:.6rem .4rem}.chart{display:block;max-width:100%;min-width:34rem;height:auto}.chart text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
th.policy{min-width:8rem}details.more{margin:.4rem 0}details.more summary{color:var(--soft);font-size:.85rem}
summary{cursor:pointer;padding:.25rem 0}figure details summary{color:var(--soft);font-size:.85rem}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(19rem,1fr));gap:.75rem;margin:.75rem 0;align-items:start}
.columns th[scope=row]{min-width:7rem}.columns .scroll{margin:0}
td.share{white-space:nowrap}.bar{display:inline-block;width:4.5rem;height:.45rem;margin-right:.5rem;vertical-align:middle}.bar rect{fill:var(--c1)}
details.item{background:var(--card);border:1px solid var(--line);border-radius:.5rem;margin:.35rem 0;padding:.15rem .8rem}
details.item[open]{padding-bottom:.8rem}details.item summary{overflow-wrap:anywhere}
details.item .score{display:inline-block;min-width:4.2rem;font-variant-numeric:tabular-nums;font-weight:650}.good{color:var(--good)}.bad{color:var(--bad)}.what{margin-right:.5rem}
details.item code{color:var(--soft)}.question{white-space:pre-wrap;font-weight:500}
details.item th[scope=row]{min-width:4rem}td.text{min-width:8rem;max-width:26rem;overflow-wrap:anywhere}td.reply{white-space:pre-wrap}td img{display:block;max-width:10rem;height:auto;border-radius:.25rem}
.timeline{display:block;width:100%;max-width:42rem;height:auto;margin:.4rem 0}.timeline text{font:11px system-ui,sans-serif;fill:var(--soft)}
.timeline .axis{stroke:var(--line);stroke-width:2}.timeline .band{fill:var(--c1);opacity:.16}.timeline .due{stroke:var(--c1);stroke-width:2;stroke-dasharray:5 3}
.timeline circle{stroke:var(--soft);stroke-width:2.5;fill:var(--card)}.timeline .spoke{fill:var(--c6)}.timeline .right{stroke:var(--good)}.timeline .wrong{stroke:var(--bad)}
button.sort{all:unset;cursor:pointer;font:inherit;color:inherit}button.sort:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
button.sort::after{content:" \\2195";opacity:.45}[aria-sort=ascending] button.sort::after{content:" \\2191";opacity:1}[aria-sort=descending] button.sort::after{content:" \\2193";opacity:1}
.filter{margin:.4rem 0}.filter input{font:inherit;font-size:.9rem;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.35rem;padding:.3rem .6rem;width:min(20rem,100%)}
.limits{border-top:2px solid var(--line);margin-top:3rem;padding-top:.5rem}
@media (max-width:40rem){main{padding:1.25rem .8rem 3rem}h1{font-size:1.45rem}th,td{padding:.4rem .55rem}th[scope=row]{min-width:7.5rem}}
@media print{:root{--ink:#000;--soft:#444;--line:#bbb;--page:#fff;--card:#fff;--tint:#f3f3f3;--accent:#000;--warn:#000;--warnpage:#fff;--good:#000;--bad:#000;--c1:#1b5e70;--c2:#c26f1c;--c3:#6d4788;--c4:#4d7d22;--c5:#a83a6c;--c6:#315f9e;--c7:#755b30;--c8:#8c969f}body{font-size:10pt}main{max-width:none;padding:0}.scroll{overflow:visible;border:0}th[scope=row]{position:static}table{font-size:8pt}.fine{font-size:6.5pt;white-space:normal}th,td{padding:.2rem .3rem}th[scope=row]{min-width:0}.chart{min-width:0}tr,.tile,figure,.columns>div{break-inside:avoid}.filter,button.sort::after{display:none}h2{break-after:avoid}}
`;
