import { type Editor, Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { Translate } from '../behaviours/words.ts'
import { createIcon } from './icon.ts'
import { placeAt } from './place.ts'
import type { Tool } from './tool.ts'

let menus = 0

/**
 * Creates the menu that a slash at the beginning of an empty paragraph opens: the text after it filters the items,
 * arrow keys select, Enter accepts, Escape closes. The focus stays in the text.
 */
export function createSlashMenu(tools: readonly Tool[], translate: Translate): Extension {
  menus += 1
  const id = `slash-menu-${menus}`
  const list = document.createElement('ul')
  list.id = id
  list.className = 'rich-text-menu'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', translate('Insert'))
  list.hidden = true
  let found: readonly Tool[] = []
  let chosen = 0
  let dismissed: number | null = null

  const choose = (index: number): void => {
    chosen = (index + found.length) % found.length
    for (const [at, line] of [...list.children].entries()) line.setAttribute('aria-selected', String(at === chosen))
    list.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }

  return Extension.create({
    name: 'slashMenu',
    // Runs before Enter makes a new paragraph.
    priority: 1000,
    addProseMirrorPlugins() {
      const { editor } = this
      const take = (tool: Tool | undefined): boolean => {
        const query = queryIn(editor)
        if (!tool || !query) return false
        editor.chain().focus().deleteRange({ from: query.from, to: query.to }).run()
        tool.run(editor)
        return true
      }
      const show = (): void => {
        const query = queryIn(editor)
        if (!query) dismissed = null
        found = query && dismissed !== query.from ? matching(tools, query.text, translate) : []
        list.hidden = found.length === 0 || !editor.isFocused
        const text = editor.view.dom
        if (list.hidden || !query) {
          text.removeAttribute('aria-controls')
          text.removeAttribute('aria-activedescendant')
          return
        }
        list.replaceChildren(...found.map((tool, index) => createLine(tool, `${id}-${index}`, translate, take)))
        choose(0)
        text.setAttribute('aria-controls', id)
        text.setAttribute('aria-activedescendant', `${id}-${chosen}`)
        placeAt(list, editor.view.coordsAtPos(query.from))
      }
      const keys: Readonly<Record<string, () => boolean | undefined>> = {
        ArrowDown: () => void choose(chosen + 1),
        ArrowUp: () => void choose(chosen - 1),
        Enter: () => take(found[chosen]),
        Tab: () => take(found[chosen]),
        Escape: () => {
          dismissed = queryIn(editor)?.from ?? null
          show()
          return true
        },
      }
      const plugin = new Plugin({
        props: {
          handleKeyDown: (view, event) => {
            const act = list.hidden || event.isComposing ? undefined : keys[event.key]
            if (!act) return false
            if (act() === false) return false
            view.dom.setAttribute('aria-activedescendant', `${id}-${chosen}`)
            event.preventDefault()
            event.stopPropagation()
            return true
          },
        },
        view: (view) => {
          view.dom.parentElement?.append(list)
          return {
            update: (_, before) => {
              if (!before.doc.eq(view.state.doc) || !before.selection.eq(view.state.selection)) show()
            },
            destroy: () => list.remove(),
          }
        },
      })
      editor.on('blur', () => {
        list.hidden = true
      })
      return [plugin]
    },
  })
}

/** Returns the slash and the text after it, in a paragraph that contains nothing else. */
function queryIn(editor: Editor) {
  const { $from, empty } = editor.state.selection
  if (!empty || $from.parent.type.name !== 'paragraph') return null
  const text = $from.parent.textContent
  if (!/^\/[^\s/]{0,30}$/.test(text) || $from.parentOffset !== text.length) return null
  return { from: $from.start(), to: $from.pos, text: text.slice(1) }
}

function matching(tools: readonly Tool[], text: string, translate: Translate): readonly Tool[] {
  const words = text.toLocaleLowerCase()
  return tools.filter(({ label }) => [label, translate(label)].some((name) => name.toLocaleLowerCase().includes(words)))
}

function createLine(tool: Tool, id: string, translate: Translate, take: (tool: Tool) => boolean): HTMLElement {
  const line = document.createElement('li')
  line.id = id
  line.setAttribute('role', 'option')
  line.append(createIcon(tool.icon ?? 'plus'), translate(tool.label))
  line.addEventListener('mousedown', (event) => {
    event.preventDefault() // the text keeps the focus
    take(tool)
  })
  return line
}
