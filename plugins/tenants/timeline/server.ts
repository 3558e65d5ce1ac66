import { serve } from 'stowage/server'
import type { TenantsBackend } from '../backend.ts'
import { timeline } from './contract.ts'

/** Most events in a reply. */
const MAX_EVENTS = 500

export const timelineRoutes = serve<typeof timeline, TenantsBackend>(timeline, {
  timeline: async ({ backend, params }) => {
    const all = await backend.timeline(params)
    return { events: all.slice(0, MAX_EVENTS), total: all.length }
  },
})
