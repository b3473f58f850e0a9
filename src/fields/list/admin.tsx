/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import { message, t } from '../../ui/index.ts'
import type { FieldData, Json } from '../field-type.ts'
import type { FieldInAdmin, Inputs } from '../in-admin.ts'
import { Fieldset } from '../widgets/fieldset.tsx'
import { Item } from '../widgets/items/item.tsx'
import { ItemRow } from '../widgets/items/item-row.tsx'
import { AddButton, Items, placeholder } from '../widgets/items/items.tsx'
import { Members } from '../widgets/items/members.tsx'
import { labelOf, type WidgetProps } from '../widgets/widget.ts'

export const admin: FieldInAdmin = {
  Widget: ListWidget,
  read: (inputs, { options }) => inputs.keys().map((key, index) => readItem(inputs.item(key, index), options.of)),
  missing: message('Add at least one.'),
  isLong: true,
}

/** Reads an item. A row is an object even if all its inputs are empty, so that errors name its required fields. */
function readItem(inputs: Inputs, item: FieldData): Json {
  return item.kind === 'group' ? inputs.members(item.options.fields) : inputs.value(item)
}

/** Control for a list, with buttons to add, remove and move items: rows of several fields, or one input per line. */
function ListWidget(props: WidgetProps) {
  const { field, path, value, form, depth } = props
  const { widget: Widget } = form
  const label = labelOf(field)
  const inner = itemField(field.options.of, label)
  const item = (key: string, content: Json | undefined) =>
    inner.kind === 'group' ? (
      <Item
        path={path}
        itemKey={key}
        title={label}
        isNumbered
        isFixed={form.hasFixedItems}
        error={form.errors.get(`${path}.${key}`)}
      >
        <Members {...props} fields={inner.options.fields} itemKey={key} content={content} />
      </Item>
    ) : (
      <ItemRow path={path} itemKey={key} title={label} isFixed={form.hasFixedItems}>
        <Widget field={inner} path={`${path}.${key}`} value={content} form={form} depth={depth + 1} />
      </ItemRow>
    )
  const items = Array.isArray(value) ? (value as readonly Json[]) : []
  return (
    <Fieldset {...props} isList>
      <Items
        isFixed={form.hasFixedItems}
        templates={<template data-key={placeholder(depth)}>{item(placeholder(depth), inner.options.default)}</template>}
        buttons={<AddButton>{t('Add to {list}', { list: label })}</AddButton>}
      >
        {items.map((content, index) => item(String(index), content))}
      </Items>
    </Fieldset>
  )
}

/** Returns the field of the items, with the name and label of the list. */
function itemField({ name, kind, options }: FieldData, label: string): FieldData {
  return { name: name || 'item', kind, options: { label, ...options } }
}
