/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { Content } from '../../ground/content.ts'
import { message } from '../../ui/index.ts'
import type { FieldData, Json } from '../field-type.ts'
import type { FieldInAdmin, Inputs } from '../in-admin.ts'
import { Fieldset } from '../widgets/fieldset.tsx'
import { Item } from '../widgets/items/item.tsx'
import { AddButton, Items, placeholder } from '../widgets/items/items.tsx'
import { Members } from '../widgets/items/members.tsx'
import { labelOf, type WidgetProps } from '../widgets/widget.ts'

export const admin: FieldInAdmin = {
  Widget: BlocksWidget,
  read: (inputs, { options }) => inputs.keys().map((key, index) => readBlock(inputs.item(key, index), options.of)),
  missing: message('Add at least one.'),
  isLong: true,
}

function readBlock(inputs: Inputs, kinds: { readonly [type: string]: readonly FieldData[] }): Json {
  const type = inputs.text('.type')
  return { type, ...inputs.members(kinds[type] ?? []) }
}

type Values = { readonly [name: string]: Json }

/** Control for a list of blocks of several kinds. */
function BlocksWidget(props: WidgetProps) {
  const { field, path, value, form, depth } = props
  const kinds = Object.entries(field.options.of as { [type: string]: readonly FieldData[] })
  const block = (key: string, type: string, fields: readonly FieldData[], content: Json | undefined) => (
    <Item
      path={path}
      itemKey={key}
      title={titleOf(type)}
      isFixed={form.hasFixedItems}
      error={form.errors.get(`${path}.${key}`)}
    >
      <input type="hidden" name={`${path}.${key}.type`} value={type} />
      <Members {...props} fields={fields} itemKey={key} content={content} />
    </Item>
  )
  const blocks = Array.isArray(value) ? (value as readonly Values[]) : []
  const templates = kinds.map(([type, fields]) => (
    <template data-key={placeholder(depth)} data-type={type}>
      {block(placeholder(depth), type, fields, undefined)}
    </template>
  ))
  return (
    <Fieldset {...props} isList>
      <Items isFixed={form.hasFixedItems} templates={templates} buttons={kinds.map(([type]) => addButton(type))}>
        {blocks.map((content, index) => {
          const type = String(content?.type)
          return block(String(index), type, field.options.of[type] ?? [], content)
        })}
      </Items>
    </Fieldset>
  )
}

function addButton(type: string): Content {
  return (<AddButton type={type}>{titleOf(type)}</AddButton>) as Content
}

function titleOf(type: string): string {
  return labelOf({ name: type, kind: 'group', options: {} })
}
