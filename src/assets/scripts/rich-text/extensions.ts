import { type AnyExtension, Extension } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import type { Translate } from '../behaviours/words.ts'
import { createEmbed, type EmbedOptions } from './embed/node.ts'
import { Image } from './image.ts'
import { createIsland } from './islands.ts'
import { DocumentAttributes } from './link/document-attributes.ts'
import type { NodeForms } from './node-dialog.ts'
import type { OwnNode } from './own-node.ts'
import { TABLE_EXTENSIONS } from './table.ts'

/** Attributes for which the editor has no buttons, but which it preserves. */
const OtherAttributes = Extension.create({
  name: 'otherAttributes',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element) =>
            /^(?:center|right|justify)$/.exec(element.style.textAlign || (element.getAttribute('align') ?? ''))?.[0] ??
            null,
          renderHTML: ({ textAlign }) => (textAlign === null ? {} : { align: textAlign }),
        },
      },
    },
    { types: ['bulletList', 'orderedList'], attributes: { tight: { default: null, rendered: false } } },
  ],
})

/** Returns the extensions for everything that rich text may contain. */
export function extensionsFor(
  nodes: readonly OwnNode[],
  embeds: EmbedOptions,
  forms: NodeForms | null,
  translate: Translate,
): AnyExtension[] {
  return [
    StarterKit.configure({
      link: { openOnClick: false, protocols: ['mailto', 'tel'], defaultProtocol: 'https' },
    }),
    Image,
    ...TABLE_EXTENSIONS,
    OtherAttributes,
    DocumentAttributes,
    ...(embeds.embeds.length > 0 ? [createEmbed(embeds)] : []),
    ...nodes.map((node) => createIsland(node, translate, forms)),
  ]
}
