export { calendarRoute as calendar } from './calendar/calendar-route.ts'
export * from './collections/edit-routes.ts'
export * from './collections/field-routes.ts'
export { createCollection, newCollection } from './collections/new-routes.ts'
export * from './collections/order-routes.ts'
export { askToDelete, removeCollection, submitDeletion } from './collections/removal-routes.ts'
export * from './collections/routes.ts'
export * from './content/routes.ts'
export { statsRoute as stats } from './dashboard/stats-route.ts'
export { systemStatusRoute as systemStatus } from './dashboard/system-status-route.ts'
export { goRoute as go } from './go/go-route.ts'
export { listPlugins, showPlugin } from './plugins/routes.ts'
export { editPluginSettings, savePluginSettings } from './plugins/settings-routes.ts'
export { togglePlugin } from './plugins/toggle-route.ts'
export * from './profile/routes.ts'
export { changeSettings, showSettings, showSettingsTab } from './settings/routes.ts'
export { deleteUserPage, deleteUserRoute as deleteUser, submitDeleteUser } from './users/delete-routes.ts'
export { exportUsers } from './users/export-route.ts'
export {
  listUsers,
  newUserPage,
  resetFactor,
  sendPasswordLink,
  showUserPage,
  submitNewUser,
  submitUser,
  toggleUserRoute as toggleUser,
  updateUser,
} from './users/routes.ts'
