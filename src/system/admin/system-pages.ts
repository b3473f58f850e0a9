import type { AdminPage } from '../../config/plugin.ts'
import type { Route } from '../../config/route.ts'
import { listPlugins, showPlugin } from './plugins/routes.ts'
import { editPluginSettings, savePluginSettings } from './plugins/settings-routes.ts'
import { togglePlugin } from './plugins/toggle-route.ts'
import * as profileRoutes from './profile/routes.ts'
import { changeSettings, showSettings, showSettingsTab } from './settings/routes.ts'
import { deleteUserPage, deleteUserRoute, submitDeleteUser } from './users/delete-routes.ts'
import { exportUsers } from './users/export-route.ts'
import {
  inviteUser,
  listUsers,
  newUserPage,
  showUserPage,
  submitNewUser,
  submitUser,
  toggleUserRoute,
  updateUser,
} from './users/routes.ts'

/** Pages about the service itself, for administrators: their lines in the menu. The routes answer at their paths. */
export const systemPages: Readonly<Record<string, AdminPage>> = {
  users: { path: '/admin/users', label: 'Users', icon: 'users', group: 'people', order: 10, access: ['admin'] },
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

export const systemRoutes: Readonly<Record<string, Route>> = {
  listPlugins,
  showPlugin,
  togglePlugin,
  editPluginSettings,
  savePluginSettings,
  listUsers,
  newUserPage,
  submitNewUser,
  exportUsers,
  showUserPage,
  updateUser,
  submitUser,
  toggleUser: toggleUserRoute,
  inviteUser,
  deleteUser: deleteUserRoute,
  deleteUserPage,
  submitDeleteUser,
  ...profileRoutes,
  showSettings,
  showSettingsTab,
  changeSettings,
}
