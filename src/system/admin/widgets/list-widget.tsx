/** @jsxRuntime automatic @jsxImportSource hono/jsx */

import type { Content } from '../../../config/pages.ts'
import type { FieldData, Json } from '../../../fields/field-type.ts'
import { t } from '../../../ui/index.ts'
import { Fieldset } from './fieldset.tsx'
import { Item } from './items/item.tsx'
import { ItemRow } from './items/item-row.tsx'
import { AddButton, Items, placeholder } from './items/items.tsx'
import { labelOf, type WidgetProps } from './widget.ts'

type Values = { readonly [name: string]: Json }

/** Values of one kind, with buttons to add, remove and move: rows of several fields, or one input a line. */
export function ListWidget(props: WidgetProps) {
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

/** The field of the items, which goes by the name of the list. */
function itemField({ name, kind, options }: FieldData, label: string): FieldData {
  return { name: name || 'item', kind, options: { label, ...options } }
}

/** Parts of several kinds. */
export function BlocksWidget(props: WidgetProps) {
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

interface MembersProps extends WidgetProps {
  readonly fields: readonly FieldData[]
  readonly itemKey: string
  /** Absent: a new one, whose fields begin with their defaults. */
  readonly content: Json | undefined
}

/** The fields of an item. */
function Members({ fields, itemKey, content, path, form, depth }: MembersProps) {
  const { widget: Widget } = form
  const isNew = content === undefined || content === null
  const values = (isNew ? {} : content) as Values // an object, as the API answers it
  return (
    <>
      {fields.map((field) => (
        <Widget
          field={field}
          path={`${path}.${itemKey}.${field.name}`}
          value={isNew ? field.options.default : values[field.name]}
          form={form}
          depth={depth + 1}
        />
      ))}
    </>
  )
}
