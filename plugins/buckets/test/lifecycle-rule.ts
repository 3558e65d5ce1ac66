import type { LifecycleRule } from '../contract.ts'

/** An enabled lifecycle rule with this expiration. */
export const lifecycleRule = (
  expiration: Partial<LifecycleRule['expiration']>,
  more: Partial<LifecycleRule> = {},
): LifecycleRule => ({
  id: 'rule',
  status: 'Enabled',
  prefix: '',
  tags: [],
  expiration: { date: '', days: 0, delete_marker: false, noncurrent_expiration_days: 0, ...expiration },
  transition: { date: '', days: 0, storage_class: '', noncurrent_transition_days: 0, noncurrent_storage_class: '' },
  ...more,
})
