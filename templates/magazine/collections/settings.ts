import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'settings',
  label: 'Site settings',
  description: 'Settings of the whole site.',
  singleton: true,
  access: { create: ['admin'], update: ['admin'], delete: ['admin'] },
  fields: {
    name: field.string({ required: true, max: 60, help: 'Name of the magazine.' }),
    tagline: field.string({ localized: true, max: 160 }),
    frontPage: field.references('articles', {
      max: 5,
      help: 'Shown at the top of the front page; the first is the largest.',
    }),
    imprint: field.text({ localized: true, max: 300, help: 'Shown in the footer of each page.' }),
  },
})
