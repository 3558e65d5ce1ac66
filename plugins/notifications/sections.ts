import { type ConfigSection, setting } from 'stowage'
import { services } from './services.ts'

/** How many events wait for targets, and a section for each service, which the pages of this plugin edit. */
export const sections: readonly ConfigSection[] = [
  { id: 'event_queue', title: 'Event Queue', group: 'Data', settings: [setting.number('queue_limit', 'Queue Limit')] },
  ...services.map(({ code, title }) => ({ id: code, title, group: 'Other' as const, ownPages: true as const })),
]
