"""How the page looks: in daylight, in the dark, on a phone, on paper."""

STYLE = """
:root { color-scheme: light dark; --paper: #fdfdfb; --card: #f2f4f6; --ink: #1b1f24; --soft: #59626d; --rule: #d9dde2;
  --blue: #1f68ab; --orange: #a85d00; --purple: #87489b; --alarm: #fff1d6; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171b; --card: #1e2329; --ink: #e7eaee; --soft: #a3adb8;
  --rule: #363d46; --blue: #6cb0ee; --orange: #f0a848; --purple: #cf9be0; --alarm: #4a3510; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.45rem, 4.5vw, 2rem); line-height: 1.2; margin: 0 0 1.25rem; text-wrap: balance; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .6rem; padding-top: .9rem; border-top: 1px solid var(--rule); }
p { margin: .5rem 0; }
.kicker { color: var(--soft); font-size: .875rem; margin: 0 0 .35rem; }
.answer { background: var(--card); border-left: 4px solid var(--blue); border-radius: 0 8px 8px 0;
  padding: .8rem 1.1rem; }
.finding { font-size: 1.3rem; font-weight: 650; line-height: 1.3; margin: 0; font-variant-numeric: tabular-nums; }
.alarm { background: var(--alarm); border-radius: 8px; padding: .6rem 1.1rem; font-weight: 600; }
.mark { font-weight: 600; white-space: nowrap; }
details { margin: .6rem 0; } summary { cursor: pointer; font-weight: 600; }
ul { margin: .5rem 0; padding-left: 1.2rem; } li { margin: .3rem 0; }
dl { margin: .5rem 0; } dl div { display: flex; gap: 1rem; padding: .2rem 0; }
dt { flex: 0 0 11rem; color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-size: .94rem;
  font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .38rem .8rem .38rem 0; border-bottom: 1px solid var(--rule); }
thead th { color: var(--soft); font-weight: 500; font-size: .875rem; } tbody th { font-weight: 600; }
tbody th { min-width: 8.5rem; } .pairs tbody th { min-width: 6rem; }
thead th { white-space: nowrap; } .pairs thead th { white-space: normal; }
.pairs td { min-width: 3.6rem; } .pairs td:nth-of-type(1) { min-width: 5.2rem; }
.pairs td:last-child { white-space: nowrap; }
tr.apart th { font-weight: 400; } tr.untested th, tr.untested td { color: var(--purple); }
figure { margin: 1.75rem 0 0; } .drawing { overflow-x: auto; text-align: center; padding: .25rem 0; }
svg { max-width: 100%; height: auto; }
svg text { fill: var(--ink); font: 15px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
.box { fill: var(--card); stroke: var(--soft); stroke-width: 1.2; }
polyline { fill: none; stroke-width: 2.2; } polyline.arrow { stroke: var(--blue); } .head { fill: var(--blue); }
g.doubtful { opacity: .65; } g.doubtful polyline { stroke-dasharray: 7 5; }
polyline.joined { stroke: var(--orange); }
polyline.untested { stroke: var(--purple); stroke-dasharray: 1.5 6; stroke-linecap: round; }
.axis { stroke: var(--soft); } .zero { stroke: var(--soft); stroke-dasharray: 3 4; }
.bar { stroke: var(--blue); stroke-width: 5; stroke-linecap: round; opacity: .45; } .dot { fill: var(--blue); }
figcaption { font-size: .9rem; color: var(--soft); } .key { list-style: none; padding: 0; margin: .8rem 0 0; }
.key li { display: flex; gap: .7rem; align-items: baseline; } .key b { color: var(--ink); white-space: nowrap; }
.key b::before { content: "· "; } .sample { flex: 0 0 42px; height: 16px; align-self: center; }
@media (max-width: 34rem) { main { padding-top: 1.5rem; } dl div { display: block; } dd { margin-bottom: .35rem; }
  th, td { padding-right: .55rem; } }
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #f4f4f4; --ink: #000; --soft: #444; --rule: #bbb;
    --blue: #1f68ab; --orange: #a85d00; --purple: #87489b; --alarm: #fff1d6; }
  @page { margin: 18mm 16mm; }
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
  details::details-content { content-visibility: visible; block-size: auto; }
  h2 { break-after: avoid; } figure, tr, li, .answer, dl div { break-inside: avoid; } .drawing { overflow: visible; }
  svg { min-width: 0 !important; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
