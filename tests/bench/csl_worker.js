// Format a library with citeproc-js: node csl_worker.js STYLE.csl ITEMS.json LOCALES_FOLDER
const fs = require("fs");
const CSL = require("citeproc");

const [style, file, locales] = process.argv.slice(2);
const items = JSON.parse(fs.readFileSync(file, "utf8"));
const byId = new Map(items.map((item) => [item.id, item]));
const system = {
  retrieveItem: (id) => byId.get(id),
  retrieveLocale: (language) => {
    const path = `${locales}/locales-${language}.xml`;
    return fs.existsSync(path) ? fs.readFileSync(path, "utf8") : false;
  },
};
const xml = fs.readFileSync(style, "utf8");
const begin = process.hrtime.bigint();
const engine = new CSL.Engine(system, xml, "en-US", true);
const ready = process.hrtime.bigint();
engine.setOutputFormat("html");
// The way its manual gives for a whole document at once.
engine.updateItems(items.map((item) => item.id));
for (const item of items) engine.makeCitationCluster([{ id: item.id }]);
const listed = engine.makeBibliography()[1].length;
const end = process.hrtime.bigint();
console.log(JSON.stringify({ style: Number(ready - begin) / 1e9, seconds: Number(end - ready) / 1e9, listed }));
