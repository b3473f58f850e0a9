import { t } from 'lintel/ui'
import type { ReviewStatus } from '../tables.ts'

export function statusLabel(status: ReviewStatus): string {
  const words = {
    requested: t('Requested'),
    approved: t('Approved'),
    rejected: t('Changes requested'),
    withdrawn: t('Withdrawn'),
  }
  return words[status]
}
