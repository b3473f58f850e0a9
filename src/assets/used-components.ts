/** Components of Basecoat that no page shows, by the names that its style sheets give them. */
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

/** A style sheet of Basecoat without the components that no page shows: a third of the whole, before it is compressed. */
export function withoutUnused(style: string): string {
  return style.replaceAll(IMPORT, keepUsed).replaceAll(SECTION, keepUsed)
}

const IMPORT = /^@import "\.\/components\/(?<name>[\w-]+)\.css";\n/gm

/** From the comment that names a component to the next one. */
const SECTION = /^ {2}\/\* (?<name>[A-Z][\w ]+) \*\/\n(?:(?! {2}\/\* [A-Z][\w ]+ \*\/\n|\}).*\n)*/gm

function keepUsed(part: string, name: string): string {
  return UNUSED.has(name.toLowerCase().replaceAll(' ', '-')) ? '' : part
}
