import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decide, type HaveView, type Plan, type ServerSays, type WaitingAct } from '../src/table/reconnect.ts';

type Case = { have: HaveView; told: ServerSays; pending: WaitingAct[]; plan: Plan };
const CASES = JSON.parse(readFileSync(new URL('../../tests/data/reconnect.json', import.meta.url), 'utf-8')) as Case[];

describe('a client that is back', () => {
  it('does what sikwu.live.reconnect does, case by case', () => {
    expect(CASES.length).toBeGreaterThan(100);
    for (const { have, told, pending, plan } of CASES) expect(decide(have, told, pending)).toEqual(plan);
  });

  it('has met every numbered case of the view', () => {
    expect(new Set(CASES.map((each) => each.plan.case))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
  });
});
