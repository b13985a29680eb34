/* Draw formulas: node -e THIS MATHJAX LIST, where LIST is a JSON file of [TeX, whether it is displayed]. Prints JSON. */
const [path, input] = process.argv.slice(1);
const list = JSON.parse(require("fs").readFileSync(input, "utf8"));

function drawn(MathJax, tex, display) {
  try {
    const drawing = MathJax.startup.adaptor.innerHTML(MathJax.tex2svg(tex, { display }));
    return [drawing, MathJax.tex2mml(tex, { display })];
  } catch (error) {
    return [null, error.message];
  }
}

require(path)
  .init({
    loader: { load: ["input/tex-full", "output/svg"] },
    tex: { packages: { "[-]": ["noundefined", "noerrors", "bussproofs"] }, formatError: (jax, error) => { throw error; } },
    svg: { fontCache: "global" },
  })
  .then((MathJax) => {
    const formulas = list.map(([tex, display]) => drawn(MathJax, tex, display));
    const glyphs = MathJax.startup.adaptor.innerHTML(MathJax.startup.output.fontCache.getCache());
    console.log(JSON.stringify({ formulas, glyphs }));
  })
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
