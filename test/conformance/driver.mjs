#!/usr/bin/env node
import { parseServerEntry } from '@toolpool/config';
/**
 * The client that the official conformance suite drives, written on the public API alone:
 * `node test/conformance/driver.mjs <server-url>`. The suite names the scenario in the environment.
 */
import { createHost } from '@toolpool/mcp-client';
