/** The tables, put together. */
import type { ProgramRow } from './program-row.ts';
import { appServers } from './tables/app-servers.ts';
import { cloudClients } from './tables/cloud-clients.ts';
import { containers } from './tables/containers.ts';
import { daemons } from './tables/daemons.ts';
import { filters } from './tables/filters.ts';
import { followers } from './tables/followers.ts';
import { kubernetes } from './tables/kubernetes.ts';
import { monitors } from './tables/monitors.ts';
import { reloaders } from './tables/reloaders.ts';
import { runners } from './tables/runners.ts';
import { slowPrograms } from './tables/slow.ts';
import { streams } from './tables/streams.ts';
import { webTools } from './tables/web-tools.ts';
import { wrappers } from './tables/wrappers.ts';

/** All rows of data. */
export const programRows: readonly ProgramRow[] = [
  ...followers,
  ...monitors,
  ...filters,
  ...wrappers,
  ...runners,
  ...slowPrograms,
  ...daemons,
  ...appServers,
  ...webTools,
  ...reloaders,
  ...containers,
  ...kubernetes,
  ...cloudClients,
  ...streams,
];
