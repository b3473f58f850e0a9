import widgets from '../../../fields/widgets/messages/de.ts'
import type { Messages } from '../../../messages/messages.ts'
import calendar from '../calendar/messages/de.ts'
import collections from '../collections/messages/de.ts'
import livePreview from '../content/live-preview/messages/de.ts'
import content from '../content/messages/de.ts'
import dashboard from '../dashboard/messages/de.ts'
import go from '../go/messages/de.ts'
import myWork from '../my-work/messages/de.ts'
import plugins from '../plugins/messages/de.ts'
import profile from '../profile/messages/de.ts'
import settings from '../settings/messages/de.ts'
import users from '../users/messages/de.ts'

/** German messages of the admin, area by area. */
export default {
  ...calendar,
  ...collections,
  ...content,
  ...dashboard,
  ...go,
  ...livePreview,
  ...myWork,
  ...plugins,
  ...profile,
  ...settings,
  ...users,
  ...widgets,
} satisfies Messages
