/** The reference's style sheet. Colours follow the system's choice of light or dark. */
export const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1c1e26,#e6e7ee);--soft:light-dark(#5b6072,#9aa0b4);--paper:light-dark(#fff,#12131a);--raised:light-dark(#f6f7fa,#1a1c26);--line:light-dark(#e3e5ec,#2b2e3b);--accent:light-dark(#4338ca,#a5b4fc);--code:light-dark(#f2f3f8,#20232f);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
*{box-sizing:border-box}
html{scroll-padding-top:5rem}
body{margin:0;color:var(--ink);background:var(--paper)}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px}
.skip:focus{left:1rem;top:1rem;z-index:3;background:var(--paper);padding:.5rem 1rem}
.top{position:sticky;top:0;z-index:2;display:flex;gap:1.5rem;align-items:center;justify-content:space-between;padding:.75rem 1.5rem;background:var(--paper);border-bottom:1px solid var(--line)}
.brand{display:flex;gap:.6rem;align-items:center;font-weight:650;color:inherit;text-decoration:none;min-width:0}
.brand span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.brand svg{width:1.5rem;height:1.5rem;fill:var(--accent);flex:none}
.top nav{display:flex;gap:1.25rem;font-size:.9rem}
.top nav a{color:var(--soft);text-decoration:none}
.top nav a:hover{color:var(--accent)}
.columns{display:grid;grid-template:"side main" auto/16rem minmax(0,1fr);max-width:84rem;margin:0 auto}
.menu{display:none}
.side{grid-area:side;position:sticky;top:3.25rem;align-self:start;max-height:calc(100vh - 3.25rem);overflow:auto;padding:1.5rem 1rem 3rem 1.5rem;border-right:1px solid var(--line);font-size:.925rem}
.side h2{margin:1.5rem 0 .4rem;font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft)}
.side ul{list-style:none;margin:0;padding:0}
.side a{display:block;padding:.2rem .6rem;border-radius:6px;color:inherit;text-decoration:none;overflow-wrap:anywhere}
.side a:hover{background:var(--raised)}
.side a[aria-current]{background:var(--raised);color:var(--accent);font-weight:600}
main{grid-area:main;padding:2.5rem clamp(1rem,4vw,3.5rem) 6rem}
section{margin:0 0 3rem}
h1{font-size:clamp(1.75rem,4vw,2.5rem);line-height:1.15;letter-spacing:-.02em;margin:0 0 .75rem}
h2{font-size:1.3rem;letter-spacing:-.01em;margin:0 0 .75rem}
p{max-width:68ch;margin:.5rem 0}
.lead{font-size:1.1rem;color:var(--soft)}
.facts{display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin:1.25rem 0}
.facts div{display:flex;gap:.6rem}
.facts dt{color:var(--soft)}
.facts dd{margin:0;overflow-wrap:anywhere}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--code);padding:.12em .35em;border-radius:4px;overflow-wrap:anywhere}
pre{margin:1rem 0;padding:1rem 1.25rem;background:var(--code);border:1px solid var(--line);border-radius:10px;overflow:auto}
pre code{padding:0;background:none;overflow-wrap:normal}
.cards{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1rem}
.cards a{display:flex;flex-direction:column;gap:.3rem;height:100%;padding:1rem 1.15rem;border:1px solid var(--line);border-radius:12px;color:inherit;text-decoration:none}
.cards a:hover{border-color:var(--accent);background:var(--raised)}
.cards span{color:var(--soft);font-size:.925rem;flex:1}
.cards small{color:var(--soft)}
.contents{list-style:none;padding:0;margin:1.25rem 0;display:grid;gap:.25rem}
.contents a,.operation h2 a{text-decoration:none;color:inherit}
.contents code,.operation h2 code{background:none;padding:0}
.operation{padding-top:2rem;border-top:1px solid var(--line)}
.operation h2{font-size:1.1rem;overflow-wrap:anywhere}
.access{color:var(--soft);font-size:.925rem}
.method{display:inline-block;min-width:5.4em;padding:.1rem .5rem;border-radius:6px;font:600 .72rem/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;text-align:center;color:#fff;background:#475569}
.get{background:#0369a1}.post{background:#15803d}.put,.patch{background:#a16207}.delete{background:#b91c1c}
.mark{display:inline-block;vertical-align:middle;padding:0 .45rem;border:1px solid var(--line);border-radius:999px;font-size:.78rem;color:var(--soft);white-space:nowrap;max-width:100%;overflow:hidden;text-overflow:ellipsis}
details>summary{cursor:pointer;color:var(--soft);font-size:.925rem;padding:.25rem 0}
.table{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;width:100%;font-size:.925rem}
th{text-align:left;font-weight:600;color:var(--soft);font-size:.8rem}
th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td:first-child{white-space:nowrap}
@media (max-width:52rem){
.columns{display:block}
.top .menu{display:inline}
.side{position:static;max-height:none;border:0;border-top:1px solid var(--line);padding:1.5rem 1rem 3rem;font-size:1rem}
.side a{padding:.45rem .6rem}
td:first-child{white-space:normal}
}
@media print{.side,.top{display:none}.columns{display:block}}
`
