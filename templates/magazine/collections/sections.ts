import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'sections',
  description: 'Sections of the magazine, which can be nested.',
  access: { create: ['admin'], update: ['admin'], delete: ['admin'] },
  fields: {
    name: field.string({ required: true, localized: true, max: 60 }),
    slug: field.slug({ from: 'name', localized: true, unique: true }),
    description: field.text({ localized: true, max: 300 }),
    parent: field.reference('sections', { onDelete: 'restrict' }),
    position: field.number({ integer: true, default: 0, help: 'Order in the navigation, smallest first.' }),
  },
})
