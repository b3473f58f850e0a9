/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Card, EmptyState, Facts, t } from '../../../ui/index.ts'
import type { Feature } from './features.ts'

/** List of features, with their state and its origin. */
export function FeaturesPart({ features }: { features: Readonly<Record<string, Feature>> }) {
  const entries = Object.entries(features)
  if (entries.length === 0) {
    return (
      <EmptyState icon="list" title={t('No features')}>
        {t('Environments declare them in the config, as features.')}
      </EmptyState>
    )
  }
  const sources = {
    config: t('as the config declares it'),
    worker: t('by a variable of the worker'),
    default: t('not declared here'),
  }
  return (
    <Card>
      <Facts
        facts={entries.map(([name, { on, source }]) => [name, `${on ? t('on') : t('off')}, ${sources[source]}`])}
      />
    </Card>
  )
}
