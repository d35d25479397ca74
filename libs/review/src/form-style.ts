/** The form's only style sheet: system fonts, light and dark, a phone's width, paper. Text contrast is at least 4.5:1. */
export const FORM_STYLE = `
:root{color-scheme:light dark;--ink:#1c2530;--soft:#55616e;--line:#c3cbd3;--page:#fbfaf8;--card:#fff;--tint:#e7f1f3;--accent:#0b5a6b;--onaccent:#fff;--warn:#8a4b00;--warnpage:#fff5e4}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaee;--soft:#a5b0bb;--line:#44505c;--page:#12171c;--card:#191f26;--tint:#1d3238;--accent:#7cc7d6;--onaccent:#0c1a1e;--warn:#ffc272;--warnpage:#33270f}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;background:var(--page);color:var(--ink);font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:64rem;margin:0 auto;padding:1.5rem 1rem 7rem}
h1{font:600 1.5rem/1.25 Georgia,"Times New Roman",serif;margin:0 0 .5rem}
h2{font-size:1rem;font-weight:600;color:var(--soft);margin:0 0 .6rem}
p{max-width:46rem;margin:.4rem 0}
.soft,.fine{color:var(--soft)}.fine{font-size:.85rem}
details{margin:.6rem 0 1rem}summary{cursor:pointer;color:var(--accent);font-weight:600}
.notice{background:var(--warnpage);border-left:4px solid var(--warn);padding:.5rem .8rem;margin:.8rem 0}
.item{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem;margin:1rem 0}
.item:focus{outline:none}
.frames{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.5rem;margin:0 0 .5rem}
.frame{display:block;width:100%;padding:0;border:1px solid var(--line);border-radius:.4rem;overflow:hidden;background:var(--page);color:var(--ink);font:inherit;cursor:zoom-in;text-align:left}
.frame img{display:block;width:100%;height:auto}
.frame span{display:block;padding:.15rem .5rem;font-size:.85rem;font-variant-numeric:tabular-nums}
fieldset{border:0;padding:0;margin:1rem 0 0;min-width:0}
legend{font-size:1.15rem;font-weight:600;padding:0;margin:0 0 .6rem;overflow-wrap:anywhere;white-space:pre-line}
.option{display:flex;gap:.6rem;align-items:flex-start;padding:.6rem .7rem;border:1px solid var(--line);border-radius:.4rem;margin:.35rem 0;cursor:pointer;overflow-wrap:anywhere}
.option:has(input:checked){background:var(--tint);border-color:var(--accent)}
.option input{flex:none;width:1.15rem;height:1.15rem;margin:.2rem 0 0;accent-color:var(--accent)}
.option kbd{flex:none;min-width:1.5rem;text-align:center;font-family:inherit;font-size:.85rem;font-weight:600;line-height:1.5rem;border:1px solid var(--line);border-radius:.25rem;color:var(--soft)}
.option span{min-width:0}
label.remark{display:block;margin-top:.8rem;color:var(--soft)}
textarea,select,input[type=file]{font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.4rem .5rem;max-width:100%}
textarea{display:block;width:100%;min-height:3rem;margin-top:.2rem}
input[type=file]{width:24rem}.settings label{max-width:100%}
.settings{display:flex;flex-wrap:wrap;gap:.6rem 1.2rem;align-items:center;margin:.8rem 0}
.bar{position:fixed;left:0;right:0;bottom:0;background:var(--card);border-top:1px solid var(--line);padding:.5rem .8rem}
.bar>div{max-width:62rem;margin:0 auto;display:flex;flex-wrap:wrap;gap:.4rem .5rem;align-items:center}
.bar [role=status]{flex:1 1 8rem;min-width:0;font-size:.9rem}
button.act{font:inherit;min-height:2.75rem;padding:.3rem .9rem;border:1px solid var(--accent);border-radius:.4rem;background:var(--card);color:var(--accent);cursor:pointer}
button.main{background:var(--accent);color:var(--onaccent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
dialog{border:0;padding:0;margin:0;inset:0;background:#000;color:#fff;max-width:100vw;max-height:100vh;width:100vw;height:100vh;height:100dvh}
dialog img{display:block;width:100%;height:calc(100% - 3.5rem);object-fit:contain}
dialog div{display:flex;gap:.5rem;align-items:center;justify-content:center;height:3.5rem;font-size:.95rem}
dialog button{font:inherit;min-width:2.75rem;min-height:2.5rem;background:#222;color:#fff;border:1px solid #777;border-radius:.4rem}
@media (max-width:480px){main{padding:1rem .7rem 9rem}.frames{grid-template-columns:1fr 1fr}.item{padding:.8rem}.bar .act{flex:1 1 auto;padding:.3rem .5rem}}
@media print{.bar,.settings{display:none}.item{break-inside:avoid;border:1px solid #999}main{max-width:none;padding:0}}
`;
