/**
 * Lets bots that are modules `import` the kit by its name, wherever it lies: Agon starts them with
 * `node --import register.mjs bot.mjs`. (For `require` there is NODE_PATH, which modules ignore.)
 */
import { register } from "node:module";

const kit = new URL("./index.mjs", import.meta.url).href;
const hooks = `
export async function resolve(name, context, next) {
  return name === "agon" ? { url: ${JSON.stringify(kit)}, shortCircuit: true } : next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
