import type { Send } from '../../../test/server/host.ts'
import { suite } from '../../../test/lib/suite.ts'
import { defineUndoTests, fill, pressDialogButton, pressRow, reading, sending } from '../../../test/lib/undo.tsx'
import { Thresholds } from '../pages/thresholds.tsx'

type Rule = { id: string; metric: string; threshold: number; durationSeconds: number; enabled: boolean; own: boolean }
type Rules = { rules: Rule[] }

/** All thresholds; those that are added have generated ids. */
const readRules = async (root: Send) => {
  const { rules } = (await reading('/api/v1/admin/alerts/rules')(root)) as Rules
  return rules
    .map(({ id, metric, threshold, durationSeconds, enabled, own }) => ({
      id: own ? 'own' : id,
      metric,
      threshold,
      durationSeconds,
      enabled,
    }))
    .toSorted((one, two) => one.id.localeCompare(two.id))
}
const change = (body: object) => async (root: Send) => {
  const { rules } = (await reading('/api/v1/admin/alerts/rules')(root)) as Rules
  const rule = rules.find(({ metric }) => metric === 'error-rate')!
  await sending(['PUT', `/api/v1/admin/alerts/rules/${rule.id}`, body])(root)
}
const addRule = sending([
  'POST',
  '/api/v1/admin/alerts/rules',
  { metric: 'requests', level: 'warning', threshold: 5, durationSeconds: 0 },
])

defineUndoTests(suite('Undo of thresholds'), ['dashboard'], {
  'of changing a threshold restores it': {
    element: () => <Thresholds />,
    act: async () => {
      await pressRow('Failed requests', 'Change Threshold')
      await fill('Threshold', '42')
      await pressDialogButton('Save')
    },
    read: readRules,
    otherChange: change({ threshold: 77, durationSeconds: 5, enabled: true }),
  },
  'of removing a threshold adds it': {
    arrange: addRule,
    element: () => <Thresholds />,
    act: async () => {
      await pressRow('Requests in 4 minutes', 'Remove Threshold')
      await pressDialogButton('Remove')
    },
    read: readRules,
  },
})
