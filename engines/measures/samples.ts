/** A figure as a metrics text has it, under the names that MinIO gives (`minio_cluster_nodes_online_total`). */
export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number }

/** All that was told at once; `at` in ms since 1970. */
export type Scrape = { at: number; samples: readonly Sample[] }
