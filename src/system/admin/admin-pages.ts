import type { AdminPage } from '../../config/admin-page.ts'
import { EDITORIAL } from './editorial.ts'

/** Entries of the admin's menu. Except for the dashboard and the statistics, routes serve their paths. */
export const adminPages: Readonly<Record<string, AdminPage>> = {
  dashboard: {
    path: '/admin/',
    label: 'Dashboard',
    icon: 'house',
    group: 'content',
    order: 0,
    access: EDITORIAL,
    render: async (c) => (await import('./my-work/my-work-page.tsx')).myWork(c),
  },
  content: {
    path: '/admin/content/',
    label: 'Content',
    icon: 'file-text',
    group: 'content',
    order: 10,
    access: EDITORIAL,
    pages: [{ path: '/admin/content/trash', label: 'Trash' }],
  },
  calendar: {
    path: '/admin/calendar',
    label: 'Calendar',
    icon: 'calendar',
    group: 'content',
    order: 15,
    access: EDITORIAL,
  },
  collections: {
    path: '/admin/collections',
    label: 'Collections',
    icon: 'layers',
    group: 'content',
    order: 20,
    access: ['editor'],
    pages: [{ path: '/admin/collections/new', label: 'New collection' }],
  },
  users: {
    path: '/admin/users',
    label: 'Users',
    icon: 'users',
    group: 'people',
    order: 10,
    access: ['admin'],
    pages: [{ path: '/admin/users/new', label: 'New user' }],
  },
  statistics: {
    path: '/admin/statistics',
    label: 'Statistics',
    icon: 'gauge',
    group: 'system',
    order: 5,
    access: ['editor'],
    render: async (c) => (await import('./dashboard/statistics.tsx')).statistics(c),
  },
  plugins: { path: '/admin/plugins', label: 'Plugins', icon: 'plug', group: 'system', order: 10, access: ['admin'] },
  settings: {
    path: '/admin/settings',
    label: 'Settings',
    icon: 'settings',
    group: 'system',
    order: 90,
    access: ['admin'],
  },
}
