/** The kit for `import`; all of it is in index.js. */
import agon from "./index.js";

export const { call, path, Reply, run, Turn, TurnOver } = agon;
export default agon;
