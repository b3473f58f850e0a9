import { Extension } from '@tiptap/core'

/**
 * Attributes of a link that points to a document instead of an address. In the editor the link leads to the document's
 * form, so that it can be opened and copied.
 */
export const DocumentAttributes = Extension.create({
  name: 'documentAttributes',
  addGlobalAttributes: () => [
    {
      types: ['link'],
      attributes: {
        collection: {
          default: null,
          parseHTML: (element) => element.dataset.collection ?? null,
          renderHTML: ({ collection }) => (collection === null ? {} : { 'data-collection': collection }),
        },
        documentId: {
          default: null,
          parseHTML: (element) => element.dataset.documentId ?? null,
          renderHTML: ({ collection, documentId }) =>
            documentId === null
              ? {}
              : {
                  'data-document-id': documentId,
                  href: `/admin/content/${encodeURIComponent(documentId)}/edit?collection=${encodeURIComponent(collection)}`,
                },
        },
      },
    },
  ],
})
