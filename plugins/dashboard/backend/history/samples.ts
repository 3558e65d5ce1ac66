/** A sample of a metrics response, named as in MinIO (`minio_cluster_nodes_online_total`). */
export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number }

/** Samples of one scrape; `at` in ms since 1970. */
export type Scrape = { at: number; samples: readonly Sample[] }
