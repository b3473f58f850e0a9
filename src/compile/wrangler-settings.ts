/**
 * Settings of `wrangler.toml` that change how a worker runs, but neither its code nor what it can reach. All others open
 * access, so that new settings of wrangler are not missed.
 */
export const HOW_IT_RUNS =
  /(?:^|\.)(?:compatibility_date|compatibility_flags|limits|observability|placement|logpush|upload_source_maps|analytics_engine_datasets)/
