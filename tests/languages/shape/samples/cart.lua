local json = require("json")

-- A cart.
local Cart = {}

--- Makes a cart.
-- @param owner who owns it
function Cart.new(owner)
  return setmetatable({ owner = owner }, Cart)
end

function Cart:total(factor)
  local sum = 0
  for _, item in ipairs(self.items) do
    sum = sum + item.price
  end
  return sum
end

Cart.load = function(path)
  --[[ function hidden() end ]]
  return path
end

local function helper() end
