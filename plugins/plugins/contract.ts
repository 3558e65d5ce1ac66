import * as v from 'valibot'
import { get } from 'stowage'

export const pages = {
  '/plugins': ['admin:ServerInfo'],
  '/operator/plugins': ['k8s:list:tenants.minio.min.io'],
} as const
export type Page = keyof typeof pages

const Installed = v.object({
  id: v.string(),
  version: v.string(),
  /** `built-in` came with the console, `added` was added by its operator. */
  origin: v.picklist(['built-in', 'added']),
  /** Why it does not run. */
  problem: v.optional(v.string()),
  /** Its contributions to the console, by kind: labels of sidebar entries, titles of settings panels … */
  contributes: v.record(v.string(), v.array(v.string())),
})
export type Installed = v.InferOutput<typeof Installed>

const Plugins = v.object({ plugins: v.array(Installed) })

export const plugins = {
  list: get('/api/v1/plugins', { allow: ['admin:ServerInfo'], reply: Plugins }),
  /** The same in operator mode. */
  listInCluster: get('/api/v1/operator/plugins', { allow: ['k8s:list:tenants.minio.min.io'], reply: Plugins }),
}
