// A file of gettext as a module: its texts by their keys (tools/po).
declare module "*.po" {
  const texts: Record<string, string>;
  export default texts;
}
