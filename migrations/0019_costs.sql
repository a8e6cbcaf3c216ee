-- 0019 costs: a node without a total costs what its input and its output cost together.
-- Touches: no row.  Kind: minor.  Undo: make node_own_costs of the step before again.

DROP VIEW node_own_costs;
CREATE VIEW node_own_costs AS
  -- One row a node: what it used and cost itself, of each member what its record says (a null says that there is none),
  -- else its tree's newest document, else its node file. total_cost_usd without one: input and output, where both are known.
  -- Dollars that are a text are none (texts come behind every number, 9e999 too). NULL: not given.
SELECT task_id, tree_id, node_id, input_tokens, output_tokens, input_cost_usd, output_cost_usd,
  coalesce(given_cost_usd, input_cost_usd + output_cost_usd) AS total_cost_usd, cache_hits, cache_savings_usd, total_tokens
FROM (
  SELECT n.task_id AS task_id, n.tree_id AS tree_id, n.node_id AS node_id,
    coalesce(n.cost_input_tokens, CASE WHEN instr(l.members, '"input_tokens"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.input_tokens'), json_extract(f.json, '$.cost.input_tokens')) END) AS input_tokens,
    coalesce(n.cost_output_tokens, CASE WHEN instr(l.members, '"output_tokens"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.output_tokens'), json_extract(f.json, '$.cost.output_tokens')) END) AS output_tokens,
    coalesce(n.cost_input_usd, CASE WHEN instr(l.members, '"input_cost_usd"') THEN NULL
      ELSE nullif(min(coalesce(json_extract(d.json, '$.cost.input_cost_usd'), json_extract(f.json, '$.cost.input_cost_usd')), 9e999), 9e999) END) AS input_cost_usd,
    coalesce(n.cost_output_usd, CASE WHEN instr(l.members, '"output_cost_usd"') THEN NULL
      ELSE nullif(min(coalesce(json_extract(d.json, '$.cost.output_cost_usd'), json_extract(f.json, '$.cost.output_cost_usd')), 9e999), 9e999) END) AS output_cost_usd,
    coalesce(n.cost_total_usd, CASE WHEN instr(l.members, '"total_cost_usd"') THEN NULL
      ELSE nullif(min(coalesce(json_extract(d.json, '$.cost.total_cost_usd'), json_extract(f.json, '$.cost.total_cost_usd')), 9e999), 9e999) END) AS given_cost_usd,
    coalesce(n.cost_cache_hits, CASE WHEN instr(l.members, '"cache_hits"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.cache_hits'), json_extract(f.json, '$.cost.cache_hits')) END) AS cache_hits,
    coalesce(n.cost_cache_savings_usd, CASE WHEN instr(l.members, '"cache_savings_usd"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.cache_savings_usd'), json_extract(f.json, '$.cost.cache_savings_usd')) END) AS cache_savings_usd,
    coalesce(n.cost_total_tokens, CASE WHEN instr(l.members, '"total_tokens"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.total_tokens'), json_extract(f.json, '$.cost.total_tokens')) END) AS total_tokens
  FROM tree_nodes n LEFT JOIN layouts l ON l.id = n.cost_layout_id
    LEFT JOIN document_nodes d ON d.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
      WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1) AND json_valid(d.json)
    LEFT JOIN document_nodes f ON f.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
      WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1 OFFSET 1) AND json_valid(f.json));
