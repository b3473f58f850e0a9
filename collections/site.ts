import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'site',
  label: 'Site settings',
  description: 'Settings of the whole site.',
  singleton: true,
  access: { create: ['admin'], update: ['admin'], delete: ['admin'] },
  fields: {
    title: field.string({ required: true, max: 100 }),
    tagline: field.string({ max: 200 }),
    launchedAt: field.datetime(),
    frontPage: field.references('posts', { max: 12, help: 'Articles held at the top of the front page.' }),
    navigation: field.list({
      of: field.group({ fields: { label: field.string({ required: true }), path: field.string({ required: true }) } }),
    }),
    analytics: field.json({ access: { read: ['editor'] } }),
  },
})
