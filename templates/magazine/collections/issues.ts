import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'issues',
  description: 'Issues of the magazine, or series of articles.',
  access: { create: ['editor'], update: ['editor'], delete: ['admin'] },
  fields: {
    title: field.string({ required: true, localized: true, max: 120 }),
    slug: field.slug({ from: 'title', localized: true, unique: true }),
    number: field.number({ integer: true, min: 1, max: 9999 }),
    date: field.date({ required: true }),
    cover: field.media(),
    description: field.text({ localized: true, max: 600 }),
  },
})
