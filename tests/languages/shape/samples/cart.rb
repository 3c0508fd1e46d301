# frozen_string_literal: true

require "json"

# All about the shop.
module Shop
  MOST_ITEMS = 100

  # A cart keeps items.
  class Cart < Base
    attr_reader :items

    # Makes a cart.
    def initialize(items = [])
      @items = items
    end

    # Whether there is nothing in it.
    def empty? = items.empty?

    # Sums up.
    #
    # factor - multiplies each price
    def total(factor: 1)
      text = <<~SQL
        def not_a_method
      SQL
      items.sum do |item|
        item.price * factor
      end
    end

    def self.load(path)
      new(JSON.parse(File.read(path)))
    end

    def ==(other)
      other.items == items
    end

    private

    def log(message) # :nodoc:
      puts "def #{message}"
    end
  end

  class Errors::NotFound < StandardError; end

  Point = Struct.new(:x, :y)
end

=begin
def in_a_comment
end
=end
def helper
end
