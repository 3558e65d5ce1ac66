import { type ConfigSection, setting } from 'stowage'

/** Lifecycle workers, and how many drives may fail by storage class. */
export const sections: readonly ConfigSection[] = [
  {
    id: 'storage_class',
    title: 'Storage Class',
    group: 'Data',
    settings: [setting.choice('optimize', 'Optimize', ['availability', 'capacity'])],
  },
  { id: 'ilm', title: 'ILM', group: 'Data' },
]
