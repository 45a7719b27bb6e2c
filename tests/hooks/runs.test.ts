import { anyHooks } from '../kit/any-hooks.js';
import { CallbackList, type Entry, type ListIteration } from '../../core/hooks/callback-list';
import { assertDefined } from '../kit/assert-defined.js';

const entry = (): Entry => ({
  callback: () => undefined,
  acceptedArgs: 1,
  owner: '',
  tally: { hook: 'title', owner: '', runs: 0, ms: 0, maxMs: 0, sampleInterval: 16 },
  runsInContext: false,
  breaker: undefined,
});

/** A callback list with callbacks at the given priorities. */
function listOf(...priorities: number[]): CallbackList {
  const list = new CallbackList();
  for (const priority of priorities) list.add(priority, entry());
  return list;
}

function startIteration(list: CallbackList): ListIteration {
  const pass = { priorities: list.order, priorityIndex: 0, currentPriority: 0 };
  list.begin(pass);
  return pass;
}

describe('iteration over a hook’s callbacks', () => {
  it('reflects callbacks that are added or removed while it runs', () => {
    const list = listOf(10, 20);
    const pass = startIteration(list);
    list.add(15, entry());
    expect(pass).toMatchObject({ priorities: [10, 15, 20], priorityIndex: 0 });
    list.removeAll(15);
    expect(pass).toMatchObject({ priorities: [10, 20], priorityIndex: 0 });
    list.removeAll();
    expect(pass.priorities).toEqual([]);
    expect(list.empty).toBe(true);
  });

  it.each([[[5, 10, 20]], [[10, 20]], [[5, 10]], [[10]]])(
    'continues after a callback that replaces itself, at 10 of %j',
    (priorities) => {
      const hooks = anyHooks();
      const runOrder: unknown[] = [];
      const replaced = (): void => {
        runOrder.push(10);
        hooks.removeAction('saved', replaced, 10);
        hooks.addAction('saved', () => void runOrder.push('instead'), 10);
      };
      for (const priority of priorities)
        hooks.addAction('saved', priority === 10 ? replaced : () => void runOrder.push(priority), priority);
      void hooks.doAction('saved');
      expect(runOrder).toEqual(priorities);
      runOrder.length = 0;
      void hooks.doAction('saved');
      expect(runOrder).toEqual(priorities.map((priority) => (priority === 10 ? 'instead' : priority)));
    },
  );

  it.each([
    ['the inner iteration ends first', [1, 0]],
    ['the outer iteration ends first', [0, 1]],
  ])('no longer changes once it has ended: %s', (_which, order) => {
    const list = listOf(10, 20);
    const passes = [startIteration(list), startIteration(list)];
    list.end(assertDefined(passes[assertDefined(order[0])]));
    list.add(30, entry());
    expect(assertDefined(passes[assertDefined(order[0])]).priorities).toEqual([10, 20]);
    expect(assertDefined(passes[assertDefined(order[1])]).priorities).toEqual([10, 20, 30]);
    list.end(assertDefined(passes[assertDefined(order[1])]));
    list.add(40, entry());
    expect(assertDefined(passes[assertDefined(order[1])]).priorities).toEqual([10, 20, 30]);
  });
});
