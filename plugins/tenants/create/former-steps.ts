import * as v from 'valibot'
import { flag, id, image, where } from './entries.ts'
import * as messages from '../messages.ts'

const size = (title: string) =>
  v.optional(
    v.pipe(
      v.number(),
      v.minValue(1, messages.volumeSizeMustBePresent),
      v.maxValue(1_000_000, 'Enter at most 1000000'),
      v.title(title),
      v.metadata({ unit: 'Gi' }),
    ),
    5,
  )

/** Features only of operators up to version 4: log search, Prometheus, and fields of LDAP lookups in old servers. */
export const former = {
  configure: {
    log: flag('Custom Log Search', false, messages.storageAndContainersForRequest),
    log_class: where('Log Search Storage Class'),
    log_size: size('Log Search Volume Size'),
    log_user: id('runAsUser', 'Log Search'),
    log_group: id('runAsGroup', 'Log Search'),
    log_fs: id('fsGroup', 'Log Search'),
    log_nonroot: flag(messages.doNotRunLogSearch, true),
    postgres_user: id('runAsUser', 'Postgres', 999),
    postgres_group: id('runAsGroup', 'Postgres', 999),
    postgres_fs: id('fsGroup', 'Postgres', 999),
    postgres_nonroot: flag(messages.doNotRunPostgres, true),
    prometheus: flag('Custom Prometheus', false, messages.storageAndContainersForMetrics),
    prometheus_class: where('Prometheus Storage Class'),
    prometheus_size: size('Prometheus Volume Size'),
    prometheus_user: id('runAsUser', 'Prometheus'),
    prometheus_group: id('runAsGroup', 'Prometheus'),
    prometheus_fs: id('fsGroup', 'Prometheus'),
    prometheus_nonroot: flag(messages.doNotRunPrometheus, true),
  },
  images: {
    log_search: image('Log Search', 'minio/logsearchapi:VERSION'),
    postgres: image('Postgres', 'library/postgres:VERSION'),
    postgres_init: image('Postgres Init', 'library/busybox:VERSION'),
    prometheus: image('Prometheus', 'prom/prometheus:VERSION'),
    prometheus_sidecar: image('Prometheus Sidecar', 'project/container:VERSION'),
    prometheus_init: image('Prometheus Init', 'library/busybox:VERSION'),
  },
  directory: {
    username_format: where('Username Format', messages.forOldServersWithoutLdap),
    username_search_filter: where('Username Search Filter'),
    group_name_attribute: where('Group Name Attribute'),
  },
}

/** Names of those fields, by the choice that displays them. */
export const formerNames = {
  log: Object.keys(former.configure).filter((name) => name.startsWith('log_') || name.startsWith('postgres_')),
  prometheus: Object.keys(former.configure).filter((name) => name.startsWith('prometheus_')),
  logImages: ['log_search', 'postgres', 'postgres_init'],
  prometheusImages: ['prometheus', 'prometheus_sidecar', 'prometheus_init'],
  directory: Object.keys(former.directory),
} as const
