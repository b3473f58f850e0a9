/** Components of Basecoat that no page uses, by their names in its style sheets. */
const UNUSED: ReadonlySet<string> = new Set([
  'accordion',
  'avatar',
  'breadcrumb',
  'chart',
  'combobox',
  'command',
  'drawer',
  'dropdown-menu',
  'empty',
  'input-group',
  'item',
  'popover',
  'progress',
  'range',
  'skeleton',
  'slider',
  'switch',
  'tabs',
  'tooltip',
])

/** Returns a style sheet of Basecoat without unused components, which are a third of it before compression. */
export function withoutUnused(style: string): string {
  return style.replaceAll(IMPORT, keepUsed).replaceAll(SECTION, keepUsed)
}

const IMPORT = /^@import "\.\/components\/(?<name>[\w-]+)\.css";\n/gm

/** Matches a part from the comment that names a component to the next such comment. */
const SECTION = /^ {2}\/\* (?<name>[A-Z][\w ]+) \*\/\n(?:(?! {2}\/\* [A-Z][\w ]+ \*\/\n|\}).*\n)*/gm

function keepUsed(part: string, name: string): string {
  return UNUSED.has(name.toLowerCase().replaceAll(' ', '-')) ? '' : part
}
